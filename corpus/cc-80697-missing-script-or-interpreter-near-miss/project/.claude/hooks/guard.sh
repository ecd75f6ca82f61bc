#!/bin/sh
payload=$(cat)
case "$payload" in
  *'make site'*) echo 'the site is built by the release job' >&2; exit 2 ;;
esac
