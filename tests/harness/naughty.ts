/**
 * Texts that have broken programs before (our own selection). Each must come back exactly as it was sent. None begins
 * or ends with white space, which forms cut off, and none holds a lone carriage return, which forms rewrite.
 */
export const naughtyTexts: readonly string[] = [
  // Words that programs mistake for a value.
  ...[
    'null',
    'undefined',
    'NaN',
    'true',
    'None',
    'nil',
    '0',
    '-0',
    '1e309',
    '0x1F',
    '1/0',
    '007',
    '١٢٣',
    '½',
    'Infinity',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '[object Object]', '{}', '[]', '""', '{{7*7}}'],
  // Markup, scripts, queries, shells, formats, spreadsheets.
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '&lt;b&gt;&amp;amp;',
    '<!--',
    ']]>',
    '</textarea>',
  ],
  ...[
    "'; drop table users; --",
    "' or '1'='1",
    'a\\',
    '\\\\',
    '\\x00',
    '%00',
    '%s%n%d',
    '%_%',
    '$(id)',
    '`id`',
    '|| true',
  ],
  ...[
    '=1+1',
    '+cmd|calc',
    '-2',
    '@SUM(A1)',
    '../../../etc/passwd',
    'C:\\CON\\nul',
    'file:///etc/passwd',
    '#{1}',
    '\\N',
    '\\.',
  ],
  // Line breaks, and characters that count as line breaks elsewhere.
  ...['one\ntwo\n\nthree', 'tab\there', 'a\u2028b\u2029c', 'a\u0085b', 'a\u000bb\u000cc'],
  // Scripts of the world, changed directions, combining marks, invisible characters.
  ...[
    'Küche – Größe',
    'Ærøskøbing',
    'Ελλάδα ς',
    'Київ',
    '田中さんにあげて下さい',
    '부서진 창문',
    'नमस्ते',
    'สวัสดี',
    'İstanbul ıI',
  ],
  ...['דירה 5', 'قانون البناء', 'abc\u202egpj.exe', '\u2067x\u2069', 'e\u0301 is not é', 'Z̴̡͊a̸l̷g̶o̵̕', 'ﷺ', 'ﬁre'],
  ...['🏚️', '👩🏽‍🔧👨‍👩‍👧‍👦', '🇺🇸🇺', '𝔘𝔫𝔦𝔱', 'a\u200bb\u200d\u200c', 'a\u00adb', 'a\ufeffb', '\u{1f595}\ufe0f'],
  // Control characters that XML cannot contain, and the last characters of the last plane.
  ...['bell\u0007', 'del\u007f', '\u0001\u0002', '\ufffe\uffff\u{10ffff}', '\ufffd'],
  // Long texts, with and without a place to break.
  'grass '.repeat(1600).trim(),
  'W'.repeat(10_000),
]
