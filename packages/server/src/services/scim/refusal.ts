import { CatalogError, type ProblemCode } from '@svc/model'

/** What SCIM calls the reason of a refusal (RFC 7644, 3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'

/** A refusal as a directory is told. */
export class ScimRefusal extends CatalogError {
  readonly scimType: ScimType | undefined

  constructor(code: ProblemCode, detail: string, scimType?: ScimType, status?: number) {
    super(code, detail, { ...(status !== undefined && { status }) })
    this.scimType = scimType
  }
}

export const badRequest = (scimType: ScimType, detail: string): ScimRefusal =>
  new ScimRefusal('invalid_request', detail, scimType)

export const taken = (detail: string): ScimRefusal => new ScimRefusal('duplicate', detail, 'uniqueness')

export const missing = (type: string, id: string): ScimRefusal =>
  new ScimRefusal('not_found', `There is no ${type} ${JSON.stringify(id.slice(0, 100))}.`)

/** Texts of others in a message: short, so that nothing large comes back. */
export const shortened = (text: unknown): string => {
  const written = JSON.stringify(text) ?? 'nothing'
  return written.length > 100 ? `${written.slice(0, 100)}…` : written
}
