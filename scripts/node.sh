#!/bin/sh
# `sh scripts/node.sh FILE [ARGUMENTS]` runs the file on Node 24 or later: the one that npm installed with the project,
# else one of the machine. It is a shell script because the installed program may be there and not run: it needs glibc,
# which Alpine has not, and npm puts it before the machine's own Node in the search path.
set -eu
NEEDED_MAJOR=24

# Version of a program that is Node and runs here, as v24.1.0; nothing of any other.
version_of() {
  [ -x "$1" ] && "$1" --version 2>/dev/null | grep '^v[0-9][0-9]*\.' || true
}

# Whether a version is new enough.
fits() {
  major=${1#v}
  major=${major%%.*}
  [ "${major:-0}" -ge "$NEEDED_MAJOR" ]
}

pinned=$(cd "$(dirname "$0")/.." && pwd -P)/node_modules/.bin/node
if fits "$(version_of "$pinned")"; then exec "$pinned" "$@"; fi

old=''
set -f
IFS=:
for folder in ${PATH:-}; do
  case $folder in */node_modules/.bin | '') continue ;; esac
  node=$folder/node
  version=$(version_of "$node")
  if fits "$version"; then
    if [ -x "$pinned" ]; then
      echo "The Node that npm brought does not run on this machine, which may have no glibc; using $node ($version)." >&2
    fi
    # Programs that the file starts by name, such as npm, have to find the same one.
    export PATH="$folder:$PATH"
    exec "$node" "$@"
  fi
  if [ -n "$version" ] && [ -z "$old" ]; then old=" It has $version ($node)."; fi
done
if [ -x "$pinned" ]; then
  why="the one that npm brought does not run on this machine, which may have no glibc (Alpine)"
else
  why="npm brought none: it has one for Linux with glibc and for macOS on Intel, unless run with --omit=optional"
fi
echo "Coffer runs on Node $NEEDED_MAJOR or later, and $why.$old Install Node $NEEDED_MAJOR, put it in PATH, and try again." >&2
exit 1
