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

/** One that the log keeps: it was about somebody whom a directory must not reach. */
export class ReportedRefusal extends ScimRefusal {
  readonly userId: string

  constructor(
    code: ProblemCode,
    detail: string,
    { userId, scimType }: { readonly userId: string; readonly scimType: ScimType },
  ) {
    super(code, detail, scimType)
    this.userId = userId
  }
}

export const badRequest = (scimType: ScimType, detail: string): ScimRefusal =>
  new ScimRefusal('invalid_request', detail, scimType)

export const taken = (detail: string): ScimRefusal => new ScimRefusal('duplicate', detail, 'uniqueness')

/** Somebody else has the address; that of an owner is what somebody would try who wants to be one. */
export const takenBy = (
  { id, role }: { readonly id: string; readonly role: string | null },
  detail: string,
) =>
  role === 'owner'
    ? new ReportedRefusal('duplicate', detail, { userId: id, scimType: 'uniqueness' })
    : taken(detail)

export const missing = (type: string, id: string): ScimRefusal =>
  new ScimRefusal('not_found', `There is no ${type} ${JSON.stringify(id.slice(0, 100))}.`)

/** Texts of others in a message: short, so that nothing large comes back. */
export const shortened = (text: unknown): string => {
  const written = JSON.stringify(text) ?? 'nothing'
  return written.length > 100 ? `${written.slice(0, 100)}…` : written
}
