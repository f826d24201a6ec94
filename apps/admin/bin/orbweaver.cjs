#!/usr/bin/env node
// Checked in, so that the command can be linked before the first build.
require('../dist/main.js');
