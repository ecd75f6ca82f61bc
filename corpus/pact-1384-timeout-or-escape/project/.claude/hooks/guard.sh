#!/bin/sh
payload=$(cat)
case "$payload" in
  *'make one'*) sleep 30 ;;
esac
