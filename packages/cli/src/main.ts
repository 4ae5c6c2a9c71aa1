import { inspect } from 'node:util'
import type { Action, Command, Io, Options } from './command.ts'
import { commands, type Entry } from './commands/index.ts'
import { sentenceOf } from './explain.ts'
import { allOf, anyOf, UsageError } from './failure.ts'
import { commandHelp, groupHelp, programHelp } from './help.ts'
import { parse, takeCommandName } from './parse.ts'
import { storeOptions } from './store-options.ts'
import { version } from './version.ts'

/** Runs one command line; returns the exit code. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(args, io)
  } catch (error) {
    io.err(`${io.env.SVC_DEBUG === '1' ? inspect(error) : sentenceOf(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function dispatch(args: readonly string[], io: Io): Promise<number> {
  if (args[0] === 'help') return dispatch([...args.slice(1), '--help'], io)
  // Options that every command has may precede its name.
  const { word, rest } = takeCommandName(args, { ...storeOptions, json: { type: 'boolean', about: '' } })
  const wantsHelp = args.includes('--help') || args.includes('-h')
  if (word === undefined) return withoutCommand(args, wantsHelp, io)

  const entry = named(commands, word, 'svc')
  const loaded = await entry.load()
  if (!isGroup(loaded)) return runCommand(entry.name, { ...entry, ...loaded }, { args: rest, wantsHelp, io })
  const next = takeCommandName(rest, unionOf(loaded))
  if (next.word === undefined) {
    if (wantsHelp) return say(io, groupHelp(entry, loaded))
    throw new UsageError(`svc ${entry.name} needs a command: ${anyOf(loaded.map(({ name }) => name))}.`)
  }
  const command = named(loaded, next.word, `svc ${entry.name}`)
  return runCommand(`${entry.name} ${command.name}`, command, { args: next.rest, wantsHelp, io })
}

function withoutCommand(args: readonly string[], wantsHelp: boolean, io: Io): number {
  const first = args[0]
  if (wantsHelp || first === undefined) return say(io, programHelp(commands))
  if (first === '--version' || first === '-v') return say(io, `svc ${version}\n`)
  throw new UsageError(`A command is missing: give ${anyOf(commands.map(({ name }) => name))}, or --help.`)
}

async function runCommand(
  path: string,
  command: Command,
  { args, wantsHelp, io }: { args: readonly string[]; wantsHelp: boolean; io: Io },
): Promise<number> {
  if (wantsHelp) return say(io, commandHelp(path, command))
  return (await command.run({ ...parse(command, args, io.env), io })) ?? 0
}

function named<T extends { readonly name: string }>(list: readonly T[], word: string, within: string): T {
  const found = list.find(({ name }) => name === word)
  if (found) return found
  const known = allOf(list.map(({ name }) => name))
  throw new UsageError(`${within} has no command ${JSON.stringify(word)}; it has ${known}.`)
}

const isGroup = (loaded: Awaited<ReturnType<Entry['load']>>): loaded is readonly Command[] =>
  Array.isArray(loaded)

const unionOf = (actions: readonly Action[]): Options =>
  Object.assign({}, ...actions.map(({ options }) => options))

function say(io: Io, text: string): number {
  io.out(text)
  return 0
}
