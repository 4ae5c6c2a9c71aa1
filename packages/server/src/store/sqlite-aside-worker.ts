import { statSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CommitAnswer, CommitOrder } from './sqlite-aside.ts'
import { connect } from './sqlite-connection.ts'
import { preparedOn } from './sqlite-prepared.ts'

const { file } = workerData as { readonly file: string }
let connection: Connection | undefined

parentPort?.on('message', (order: CommitOrder | 'close') => {
  if (order === 'close') {
    connection?.db.close()
    parentPort?.close()
  } else parentPort?.postMessage(carryOut(order))
})

interface Connection {
  readonly db: DatabaseSync
  readonly inode: number | undefined
  statement(text: string): StatementSync
}

function open(): Connection {
  const inode = inodeOf()
  const db = connect(file)
  return { db, inode, statement: preparedOn(db) }
}

function carryOut(order: CommitOrder): CommitAnswer {
  try {
    connection ??= open()
  } catch (error) {
    return failure(error, false)
  }
  return commit(connection, order)
}

function commit({ db, inode, statement }: Connection, { since, mark, writes }: CommitOrder): CommitAnswer {
  let isCommitting = false
  try {
    db.exec('begin immediate')
    if (Number(statement('pragma user_version').get()?.user_version) !== since) {
      db.exec('rollback')
      return 'overtaken'
    }
    for (const { text, rows } of writes) {
      const prepared = statement(text)
      for (const row of rows) prepared.run(...row)
    }
    db.exec(`pragma user_version = ${mark}`)
    // Writes to a file that is no longer there would be lost.
    if (inodeOf() !== inode) {
      db.exec('rollback')
      return 'overtaken'
    }
    isCommitting = true
    db.exec('commit')
    return 'done'
  } catch (error) {
    // A failed commit (a full disk) has already rolled back.
    if (db.isTransaction) db.exec('rollback')
    return failure(error, isCommitting)
  }
}

function failure(error: unknown, isCommitting: boolean): CommitAnswer {
  const { message, errcode, errstr } = error as Error & { errcode?: number; errstr?: string }
  return { message, errcode, errstr, isCommitting }
}

function inodeOf(): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino
}
