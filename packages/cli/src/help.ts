import type { Command, Options } from './command.ts'
import { columns } from './output.ts'

interface Listed {
  readonly name: string
  readonly summary: string
}

export const programHelp = (commands: readonly Listed[]): string => `svc: a self-hosted service catalog.

Usage: svc COMMAND [OPTIONS]

Commands:
${columns(commands.map(({ name, summary }) => [name, summary]))}

Examples:
${columns([
  ['svc serve', 'start the server, with its data in .svc'],
  ['svc serve --demo', 'with a demo catalog to look around in'],
  ['svc token create --help', 'help for one command'],
])}

Every command has --help; those that print something have --json for scripts.
`

export const groupHelp = ({ name, summary }: Listed, commands: readonly Command[]): string => `${summary}

Usage: svc ${name} COMMAND [OPTIONS]

Commands:
${columns(commands.map((command) => [command.name, command.summary]))}

Examples:
${columns(commands.flatMap(({ examples }) => examples.slice(0, 1)))}

"svc ${name} COMMAND --help" shows more about a command.
`

/** `path` is how the command is called: "token create". */
export function commandHelp(
  path: string,
  { summary, details, operands = [], options, examples }: Command,
): string {
  const places = operands.map(({ value, several }) => ` ${value}${several ? '…' : ''}`).join('')
  const parts = [
    summary + (details ? `\n\n${details}` : ''),
    `Usage: svc ${path}${places} [OPTIONS]`,
    operands.length > 0 && `Arguments:\n${columns(operands.map(({ value, about }) => [value, about]))}`,
    `Options:\n${columns(optionRows(options))}`,
    `Examples:\n${columns(examples)}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function optionRows(options: Options): readonly (readonly [string, string])[] {
  const rows = Object.entries(options).map(([name, option]): readonly [string, string] => {
    if (option.type === 'boolean') return [`--${name}`, option.about]
    const value = option.oneOf?.join('|') ?? option.value
    const notes = [
      option.required && 'required',
      option.default !== undefined && `default ${option.default}`,
      option.env && `or ${option.env}`,
      option.several && 'may be repeated',
    ].filter(Boolean)
    return [`--${name} ${value}`, option.about + (notes.length > 0 ? ` (${notes.join('; ')})` : '')]
  })
  return [...rows, ['--help', 'Show this help']]
}
