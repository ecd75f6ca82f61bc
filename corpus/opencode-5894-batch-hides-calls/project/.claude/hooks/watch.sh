#!/bin/sh
cat >/dev/null
echo seen
