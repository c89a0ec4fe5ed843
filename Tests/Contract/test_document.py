"""Independent validators accept the document and its examples."""

import jsonschema
from openapi_spec_validator import OpenAPIV31SpecValidator


def test_the_document_is_valid_openapi_3_1(contract):
    faults = [f"{list(fault.absolute_path)}: {fault.message}" for fault in OpenAPIV31SpecValidator(contract).iter_errors()]

    assert faults == []


def test_every_example_fits_its_schema(contract):
    faults = []
    count = 0

    def look(value, place):
        nonlocal count
        if isinstance(value, dict):
            if "example" in value and "schema" in value:
                count += 1
                schema = {"components": contract["components"], **value["schema"]}
                judge = jsonschema.Draft202012Validator(schema)
                faults.extend(f"{place}: {fault.message}" for fault in judge.iter_errors(value["example"]))
            else:
                for name, inner in value.items():
                    look(inner, f"{place}/{name}")
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                look(inner, f"{place}/{index}")

    look(contract, "")

    assert count > 400
    assert faults == []
