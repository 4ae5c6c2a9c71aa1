/** Markdown of a given length, designed to be as expensive as possible. */
export function hostileMarkdown(length: number): Readonly<Record<string, string>> {
  const filled = (part: string): string => part.repeat(Math.floor(length / part.length))
  return {
    'quotes in quotes': '>'.repeat(length),
    'callouts in callouts': '> [!NOTE]\n'.repeat(length / 20) + '>'.repeat(length / 2),
    'many callouts': filled('> [!WARNING]\n> a\n\n'),
    'lists in lists': nestedList(length),
    'many links': filled('[a](http://b.example) '),
    'many bare addresses': filled('http://b.example/c '),
    'many mail addresses': filled('a@b.example '),
    'brackets that are not closed': filled('[a]('),
    'many images': filled('![a](/b.png) '),
    'one long word': 'x'.repeat(length),
    'one long line': filled('word '),
    'a wide table': table(length, 2_000),
    'a long table': table(length, 3),
    'many emphases': filled('*a* __b__ ~~c~~ '),
    'emphases that are not closed': filled('**a _b '),
    'many codes': filled('`a` ``b'),
    'many headings': filled('# a\n'),
    'many tasks': filled('- [ ] a\n'),
    'many rules': filled('---\n\n'),
    'many entities': filled('&amp;'),
    'one block of code': `\`\`\`\n${filled('code\n')}`,
    'many diagrams': filled('```mermaid\ngraph\na --> b\n```\n'),
    'a huge diagram': `\`\`\`mermaid\ngraph\n${filled('a --> b & c & d\n')}\n\`\`\``,
    'a heading of spaces': `#${' '.repeat(length)}`,
  }
}

function nestedList(length: number): string {
  let text = ''
  for (let depth = 0; text.length < length; depth += 1) text += `${'  '.repeat(depth)}- step\n`
  return text.slice(0, length)
}

function table(length: number, columns: number): string {
  const head = `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`
  return head + '|b\n'.repeat(Math.floor((length - head.length) / 3))
}
