import { bad, type EngineCheck, good } from './finding.ts'

/** Begins and ends a transaction, as every write does; nothing is written. */
export const checkWrites: EngineCheck = async (engine) => {
  const name = 'writes'
  try {
    await engine.probe()
    await engine.transaction((tx) => tx.all('select 1 as one'))
    return good(name, 'a transaction can begin')
  } catch (error) {
    return bad(
      name,
      `no transaction can begin: ${error instanceof Error ? error.message : String(error)}`,
      engine.name === 'sqlite'
        ? 'Check that the disk is writable and has free space, and that the file is intact.'
        : 'Point --database-url at the primary; a pooler in between must be in session or transaction mode.',
    )
  }
}
