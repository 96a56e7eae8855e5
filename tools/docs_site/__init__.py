"""The documents as a site: their pages, the reference and the notebooks, put together by MkDocs."""
