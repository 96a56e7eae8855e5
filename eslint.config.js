import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";

const PAGE = "src/sapper/interface/web/static";

export default defineConfig([
  globalIgnores([".venv/", "build/", "dist/", "docs/"]),
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      curly: ["error", "multi-line", "consistent"],
      "default-case-last": "error",
      eqeqeq: "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implicit-coercion": "error",
      "no-implied-eval": "error",
      "no-promise-executor-return": ["error", { allowVoid: true }],
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-unmodified-loop-condition": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      radix: "error",
    },
  },
  { files: [`${PAGE}/**/*.js`, "src/sapper/interface/notebook/static/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["tools/docs_site/assets/**/*.js"], languageOptions: { globals: globals.browser, sourceType: "script" } },
  { files: ["tools/service_worker.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["tests/**/*.js", "benchmarks/**/*.js"], languageOptions: { globals: globals.node } },
  { files: [`${PAGE}/early.js`], languageOptions: { sourceType: "script" } },
]);
