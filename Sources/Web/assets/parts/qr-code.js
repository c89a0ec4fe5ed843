/** QR codes, which the server draws. */
import { createElement } from '../dom.js';

/** Creates the picture of a QR code, dark on light in both themes so that every camera reads it. */
export const createQRCode = (path, label) => createElement('img', { class: 'qr-code', src: path, alt: label, width: 240, height: 240 });
