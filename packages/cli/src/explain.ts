import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { StoreLocation } from '@svc/server'
import { Failure } from './failure.ts'

/** One line for people. An unexpected error says how to see more. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return `Something went wrong: ${String(error)}`
  const message = (error.message || error.name).replace(/\s*\n\s*/g, ' ')
  const isForeseen =
    [
      ...['Error', 'Failure', 'UsageError', 'CatalogError', 'MasterKeyError'],
      ...['UnreachableError', 'UnexpectedAnswerError'],
    ].includes(error.name) && !codeOf(error)
  return isForeseen || 'status' in error ? message : `${message} (Set SVC_DEBUG=1 to see where.)`
}

/** What an error while opening a store means. */
export function storeFailure(error: unknown, location: StoreLocation): Error {
  const sentence = location.databaseUrl
    ? postgresSentence(error, withoutPassword(location.databaseUrl))
    : sqliteSentence(error, location.dataDir)
  if (sentence) return new Failure(sentence, { cause: error })
  return error instanceof Error ? error : new Failure(String(error))
}

/** What an error while starting to listen means. */
export function listenFailure(error: unknown, { host, port }: { host: string; port: number }): Error {
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is in use: stop the other program, or choose another port with --port (0 picks a free one).`,
    EACCES: `Port ${port} may not be opened by this user: choose one from 1024 up with --port.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: use --host 127.0.0.1, or 0.0.0.0 for all.`,
    ENOTFOUND: `The name ${host} is not known: use --host 127.0.0.1, or 0.0.0.0 for all.`,
  }
  const sentence = sentences[codeOf(error)]
  if (sentence) return new Failure(sentence, { cause: error })
  return error instanceof Error ? error : new Failure(String(error))
}

/** Safe to show: an address without its password. */
export function withoutPassword(databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  if (!url) return 'the given address'
  url.password = ''
  return url.href
}

function sqliteSentence(error: unknown, dataDir: string): string | undefined {
  const file = `the database in ${dataDir}`
  const byCode: Readonly<Record<string, string>> = {
    EACCES: `The data directory ${dataDir} is not writable by this user: change its owner, or choose another with --data-dir.`,
    EPERM: `The data directory ${dataDir} is not writable by this user: change its owner, or choose another with --data-dir.`,
    EROFS: `The data directory ${dataDir} is on a read-only file system: choose another with --data-dir.`,
    ENOTDIR: `The data directory ${dataDir} cannot be created, because part of its path is a file: choose another with --data-dir.`,
    EEXIST: `${dataDir} is a file: choose a directory with --data-dir.`,
    ENOENT: `The data directory ${dataDir} cannot be created there: choose another with --data-dir.`,
    noInodes: `The disk that holds ${dataDir} has no inodes left: remove files there, then try again.`,
    ENOSPC: `The disk that holds ${dataDir} is full: free up space, then try again.`,
  }
  const bySqlite: Readonly<Record<number, string>> = {
    5: `Another process has locked ${file}: try again in a moment.`,
    8: `The data directory ${dataDir} is not writable by this user: change its owner, or choose another with --data-dir.`,
    11: `The file svc.db in ${dataDir} is damaged: restore a backup with "svc restore FILE --force".`,
    13: `The disk that holds ${dataDir} is full: free up space, then try again.`,
    14: `Could not open ${file}: check that this user may read and write it.`,
    26: `The file svc.db in ${dataDir} is not an SQLite database: restore a backup with "svc restore FILE --force", or choose another directory with --data-dir.`,
  }
  // SQLite and mkdir only say that it failed; the file system knows why.
  const isUnspecific =
    unspecificCodes.includes(sqliteCodeOf(error)) || ['ENOSPC', 'ENOENT'].includes(codeOf(error))
  const found = isUnspecific ? diskTrouble(dataDir) : undefined
  return byCode[found ?? codeOf(error)] ?? bySqlite[sqliteCodeOf(error)]
}

/** SQLITE_READONLY, IOERR and CANTOPEN. */
const unspecificCodes = [8, 10, 14]

function diskTrouble(dataDir: string): string | undefined {
  try {
    const folder = existsSync(dataDir) ? dataDir : dirname(resolve(dataDir))
    accessSync(folder, constants.W_OK)
    const { files, ffree, bavail } = statfsSync(folder)
    if (files > 0 && ffree === 0) return 'noInodes'
    return bavail === 0 ? 'ENOSPC' : undefined
  } catch (error) {
    return codeOf(error) || undefined
  }
}

function postgresSentence(error: unknown, url: string): string | undefined {
  const byCode: Readonly<Record<string, string>> = {
    ECONNREFUSED: `No PostgreSQL server answers at ${url}: check that it is running and that host and port are correct.`,
    ENOTFOUND: `The host in ${url} is not known: check its name.`,
    EAI_AGAIN: `The host in ${url} could not be looked up: check its name and the network.`,
    ETIMEDOUT: `PostgreSQL at ${url} did not answer in time: check the network and its firewall.`,
    EHOSTUNREACH: `PostgreSQL at ${url} cannot be reached: check the network and its firewall.`,
    ENETUNREACH: `PostgreSQL at ${url} cannot be reached: check the network and its firewall.`,
    ECONNRESET: `Whatever answers at ${url} closed the connection: check that it is PostgreSQL, and its log.`,
    ERR_INVALID_URL: `The database address is not valid: it looks like postgres://user:password@host:5432/name.`,
    '25006': `PostgreSQL at ${url} accepts no writes: it is a replica, or set to read-only. Give svc the address of the primary.`,
    '28P01': `PostgreSQL at ${url} refused the password: check the address.`,
    '28000': `PostgreSQL at ${url} refused this user: check its pg_hba.conf and the address.`,
    '3D000': `The PostgreSQL server has no database named in ${url}: create it with "createdb".`,
    '42501': `The user in ${url} may not create tables there: grant it the permission, or make it the owner of the database.`,
    '53300': `PostgreSQL at ${url} has no connections left: raise its max_connections.`,
    '57P03': `PostgreSQL at ${url} is still starting: try again in a moment.`,
  }
  return byCode[codeOf(error)]
}

function sqliteCodeOf(error: unknown): number {
  if (isTrouble(error)) return sqliteCodeOf(error.cause)
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
}

/** The store's error is meant for callers; its cause is meant for the operator. */
const isTrouble = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'DatabaseUnavailable'

/** A connection that was tried at several addresses fails with several errors. */
function codeOf(error: unknown): string {
  if (isTrouble(error)) return codeOf(error.cause)
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
