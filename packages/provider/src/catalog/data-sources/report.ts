import { allOperations, attributeNameOf, kinds, type Operation } from '@svc/model'
import type { Attributes } from '../../protocol/schema.ts'
import type { DataSource } from '../../rpc/provider.ts'
import { toDiagnostics } from '../problems.ts'
import type { Session } from '../session.ts'
import { type Shape, shapeOf } from '../shape.ts'
import { ask } from './ask.ts'
import { faultsIn, filtersOf } from './filters.ts'

/** What svc calculates on request and returns as one object. */
export interface Report {
  readonly operation: Operation
  /** Fields of the answer with another name in code, because an argument has theirs. */
  readonly renamed: Readonly<Record<string, string>>
}

/** By the names of their data sources. */
export const reports: Readonly<Record<string, Report>> = Object.fromEntries(
  allOperations.flatMap((operation) => {
    const { name, renamed = {} } = operation.inCode ?? {}
    return name === undefined ? [] : [[`svc_${name}`, { operation, renamed }]]
  }),
)

interface Part {
  readonly key: string
  readonly name: string
  readonly shape: Shape
  readonly description: string
}

function partsOf({ operation, renamed }: Report): readonly Part[] {
  return Object.entries(operation.success.schema?.properties ?? {}).map(([key, schema]) => ({
    key,
    name: renamed[key] ?? attributeNameOf(key, schema),
    shape: shapeOf(schema, { isWritten: false }),
    description: schema.description ?? '',
  }))
}

export function reportSource(report: Report, session: () => Session): DataSource {
  const { summary, about = '' } = report.operation
  const filters = filtersOf(report.operation)
  const parts = partsOf(report)
  const attributes: Attributes = {
    ...Object.fromEntries(filters.map(({ name, attribute }) => [name, attribute])),
    ...Object.fromEntries(
      parts.map(({ name, shape, description }) => [
        name,
        { ...shape.attribute, presence: 'computed', description },
      ]),
    ),
  }
  return {
    schema: { version: 0, description: `${summary}. ${about}`, attributes },
    validate: (config) => faultsIn(filters, config),
    async read(config) {
      const given = filters.filter(({ name }) => (config[name] ?? null) !== null)
      const query = Object.fromEntries(given.map(({ key, name }) => [key, String(config[name])]))
      try {
        const answer = await ask(session().client, report.operation, { query })
        const found = parts.map(({ key, name, shape }) => [name, shape.toValue(answer[key])])
        return { state: { ...config, ...Object.fromEntries(found) } }
      } catch (failure) {
        const attempt = { doing: `ask: ${summary.toLowerCase()}`, kind: kinds.dependency, columns: [] }
        return { state: null, diagnostics: toDiagnostics(failure, attempt) }
      }
    },
  }
}
