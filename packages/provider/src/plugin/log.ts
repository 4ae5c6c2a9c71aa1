import { format } from 'node:util'
import { type Fields, logLine } from './log-line.ts'
import { writeToStderr } from './stderr.ts'

const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const

export type Level = (typeof levels)[number]
export type Log = Readonly<Record<Level, (message: string, fields?: Fields) => void>>

/** The log that a host reads from stderr, at the level the user wants. */
export function createLog(least = wantedLevel(process.env), write = writeToStderr): Log {
  const first = least === 'off' ? levels.length : levels.indexOf(least)
  const at = (level: Level): Log[Level] =>
    levels.indexOf(level) < first
      ? () => {}
      : (message, fields) => write(logLine({ level, message, fields: fields ?? {} }))
  return { trace: at('trace'), debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** A host discards everything if neither variable is set, and shows everything for an unknown level. */
export function wantedLevel(env: Readonly<Record<string, string | undefined>>): Level | 'off' {
  const word = (env.TF_LOG_PROVIDER || env.TF_LOG || 'off').toLowerCase()
  return word === 'off' ? 'off' : (levels.find((level) => level === word) ?? 'trace')
}

/** Stdout belongs to the handshake: what some code prints goes to the log instead. */
export function redirectConsole(log: Log): void {
  for (const [name, level] of Object.entries(consoleLevels)) {
    Object.assign(console, { [name]: (...values: readonly unknown[]) => log[level](format(...values)) })
  }
}

/** The other console methods use these. */
const consoleLevels = {
  trace: 'trace',
  debug: 'debug',
  log: 'info',
  info: 'info',
  dir: 'info',
  warn: 'warn',
  error: 'error',
} as const satisfies Partial<Record<keyof Console, Level>>
