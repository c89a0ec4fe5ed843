/** The fields of a customer's form. */
import { translate } from '../localization.js';
import { createField } from './form.js';

const NAMES = ['name', 'email', 'phone', 'note'];

export const createCustomerFields = (customer = {}) => [
  createField({ name: 'name', label: translate('customers.name'), value: customer.name, required: true, maxlength: 200, autocomplete: 'off' }),
  createField({ name: 'email', label: translate('customers.email'), value: customer.email, type: 'email', autocomplete: 'off' }),
  createField({ name: 'phone', label: translate('customers.phone'), value: customer.phone, type: 'tel', maxlength: 40, autocomplete: 'off' }),
  createField({ name: 'note', label: translate('customers.note'), value: customer.note, control: 'textarea', rows: 2, maxlength: 1000, hint: translate('customers.noteHint') }),
];

/** Returns the values of the form as the API has them: null for what is empty. */
export const readCustomer = (values) => Object.fromEntries(NAMES.map((name) => [name, values[name] || null]));
