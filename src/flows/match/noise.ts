/**
 * Lines that every project has and that prove nothing when two texts share them: imports, licence headers, shebangs, and the like.
 * Their words weigh nothing. Words of the host's own texts weigh nothing either, but that is known from their origin.
 */
const NOISE: readonly RegExp[] = [
  /^\s*(?:import|export)\s[^;]{0,300}\bfrom\s+['"]/,
  /^\s*import\s+(?:['"]|type\s|static\s|[\w.*{}, ]{1,200};?\s*$)/,
  /^\s*from\s+[\w.]{1,100}\s+import\s/,
  /^\s*(?:const|let|var)\s[^=]{1,200}=\s*require\(/,
  /^\s*#\s?include\s*[<"]/,
  /^\s*(?:using|package|namespace|use|extern crate|module)\s+[\w.:\\{}, *]{1,200};?\s*$/,
  /^\s*(?:#!\/|<\?xml|<!doctype|<meta\s|'use strict'|"use strict")/i,
  /SPDX-License-Identifier|All rights reserved|\bCopyright\s+(?:\(c\)|©|\d{4})/i,
  /Permission is hereby granted, free of charge|without restriction, including without limitation|to use, copy, modify, merge, publish/i,
  /The above copyright notice and this permission|WITHOUT WARRANT(?:Y|IES) (?:OF|OR) |WARRANTIES OF MERCHANTABILITY|FITNESS FOR A PARTICULAR PURPOSE/i,
  /IN NO EVENT SHALL THE|LIABLE FOR ANY CLAIM|Licensed under the Apache License|you may not use this file except in compliance/i,
  /You may obtain a copy of the License|distributed under the License is distributed|limitations under the License/i,
  /Redistribution and use in source and binary forms|Redistributions (?:of source code|in binary form) must/i,
  /This program is free software[:;]|under the terms of the GNU|GNU (?:Lesser |Affero )?General Public License/i,
  /THE SOFTWARE IS PROVIDED|furnished to do so, subject to|AUTHORS OR COPYRIGHT HOLDERS BE/i,
];

/** Every noise line holds one of these: most lines are let go after one look. */
const HINT =
  /import|export|require|include|using|package|namespace|use|extern|module|#!|<[?!m]|strict|SPDX|right|Permission|restriction|warrant|merchant|fitness|liable|licen|redistribut|free software|gnu|software/i;

/** Stretches of noise that touch `[from, to)`, as flat pairs of offsets. */
export function noiseLines(text: string, from: number, to: number): readonly number[] {
  const found: number[] = [];
  let start = text.lastIndexOf('\n', from - 1) + 1;
  // A span in the middle of a very long line: the line's start is too far off to say what it is.
  if (from - start > 400) start = from;
  while (start < to) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    // Licence sentences and imports are short; a longer line is content.
    const line = text.slice(start, Math.min(end, start + 400));
    if (!HINT.test(line)) {
      start = end + 1;
      continue;
    }
    const body = line.replace(/^\s{0,40}\d{0,6}[→\t]?\s{0,40}(?:\/\/|\/?\*+|#|--|;)?/, (lead) =>
      /#\s?$/.test(lead) ? '#' : '',
    );
    if (NOISE.some((pattern) => pattern.test(body))) found.push(start, end);
    start = end + 1;
  }
  return found;
}
