import { type Command, startPlugin } from './plugin-process.ts'

/** A host in a process of its own, which can be killed: it starts a plugin and says where its socket is. */

const { address } = await startPlugin(process.argv.slice(2) as unknown as Command)
process.stdout.write(`${address.text}\n`)
