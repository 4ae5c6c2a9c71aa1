import { bad, type EngineCheck, good } from './finding.ts'

/** Begins a transaction and ends it, as every write does; nothing is written. */
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
        ? 'See that the disk has room and may be written to, and that the file is sound.'
        : 'Name the primary in --database-url; a pooler in between has to be in session or transaction mode.',
    )
  }
}
