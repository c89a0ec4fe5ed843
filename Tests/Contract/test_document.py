"""The document is valid OpenAPI, and its examples are valid values."""

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
            examples = value.get("examples")
            if isinstance(examples, list):
                judge = jsonschema.Draft202012Validator({"components": contract["components"], **value})
                for example in examples:
                    count += 1
                    faults.extend(f"{place}: {fault.message}" for fault in judge.iter_errors(example))
            for name, inner in value.items():
                look(inner, f"{place}/{name}")
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                look(inner, f"{place}/{index}")

    look(contract, "")

    assert count > 300
    assert faults == []
