#!/usr/bin/env bash
# Installs what the tests look through, where that can be done without asking: a browser for the page, a display for the
# window, tmux for the terminal, nginx and Caddy for HTTPS, and what is named beside them as COMMAND:PACKAGE. Where it can't, those
# tests are skipped and the end of the test run says so.
set -uo pipefail

missing=""
for tool in chromium:chromium Xvfb:xvfb xdotool:xdotool tmux:tmux nginx:nginx caddy:caddy "$@"; do
    command -v "${tool%%:*}" >/dev/null || missing="$missing ${tool##*:}"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing for the tests:$missing ..."
    # shellcheck disable=SC2086
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
    exit 0
fi
echo "Not installed:$missing. The tests that need them will be skipped (on Debian: sudo apt-get install$missing)." >&2
