"""The OpenAPI description: derived from the shapes, and completed with what types can't say."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from sapper.interface.web.requests import RequestBody

CELL = {
    "type": "array",
    "items": {"type": "integer"},
    "minItems": 2,
    "maxItems": 2,
    "description": "`[row, column]`, counted from 0.",
}
TWO_INTEGERS = [{"type": "integer"}, {"type": "integer"}]


class DescribedApp(FastAPI):
    """An application whose responses are described in full."""

    def openapi(self) -> dict[str, Any]:
        """The description, made on first use."""
        if self.openapi_schema is None:
            complete(super().openapi())
        return super().openapi()


def complete(description: dict[str, Any]) -> None:
    """Mark every field of a response as required, name the cells, drop Python examples."""
    schemas = description["components"]["schemas"]
    bodies = {body.__name__ for body in RequestBody.__subclasses__()}
    for name, schema in schemas.items():
        if "properties" in schema and name not in bodies:
            _require_all_fields(schema)
        if "description" in schema:
            schema["description"] = schema["description"].partition(">>>")[0].strip()
        schemas[name] = _with_cells_named(schema)
    schemas["Cell"] = CELL


def _require_all_fields(schema: dict[str, Any]) -> None:
    """Every field is always sent: defaults only help to create shapes in Python."""
    schema["required"] = list(schema["properties"])
    for field in schema["properties"].values():
        field.pop("default", None)


def _with_cells_named(schema: Any) -> Any:
    """The schema with a reference to `Cell` wherever it describes a cell."""
    if isinstance(schema, list):
        return [_with_cells_named(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("prefixItems") == TWO_INTEGERS:
        return {"$ref": "#/components/schemas/Cell"}
    return {keyword: _with_cells_named(part) for keyword, part in schema.items()}
