#!/bin/sh
# Stands in for weighttp, which no Debian package has. It takes the arguments that 0.3, 0.4 and 0.5 share. The
# last part of the URL's path says what it does: `hangs`, `dies`, `silent`, or the name of a fixture, which is
# replayed from the folder beside it. WEIGHTTP_DIALECT is 0.4 or 0.5.
# A shell script, because it runs as a user that may not enter the folder of the tests' Python.
fixtures=$(dirname "$0")/fixtures

replay() {
    cat "$fixtures/$1.txt"
    if [ -e "$fixtures/$1.stderr.txt" ]; then cat "$fixtures/$1.stderr.txt" >&2; fi
    exit "$(sed -n 's/.*"exit_code": *\([0-9]*\).*/\1/p' "$fixtures/$1.json")"
}

case "$WEIGHTTP_DIALECT $*" in
"0.5 -v") echo "error: unknown option: -v" >&2; exit 1 ;;
"0.5 -V") echo "weighttp 0.5 - lightweight and simple webserver benchmarking tool"; exit ;;
*" -v" | *" -V") printf 'weighttp - a lightweight and simple webserver benchmarking tool\n\nversion:    0.4\n'; exit ;;
esac
while getopts hv6kn:t:c:H: option; do
    case $option in
    n) requests=$OPTARG ;;
    c) connections=$OPTARG ;;
    t) threads=$OPTARG ;;
    esac
done
shift $((OPTIND - 1))
if [ "$threads" -gt "$connections" ] || [ "$connections" -gt "$requests" ] || [ "${1#http://}" = "$1" ]; then
    replay v04_bad_args
fi
case ${1##*/} in
hangs) echo "weighttp 0.4 - a lightweight and simple webserver benchmarking tool"; exec sleep 60 ;;
dies) kill -ABRT $$ ;;
silent) echo "error: poll() failed: (22) Invalid argument" >&2 ;;
*) replay "${1##*/}" ;;
esac
