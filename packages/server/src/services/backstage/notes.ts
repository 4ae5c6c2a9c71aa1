/** What an import may have to leave behind, as its summary says it. */
export const losses = {
  inline_definition: 'definition inside an API (svc keeps an address to fetch it from)',
  local_definition: 'definition in a local file (svc keeps an address to fetch it from)',
  api_type: 'type of an API that svc only knows as "other"',
  unknown_lifecycle: 'lifecycle that svc does not know (now experimental; a project keeps what it has)',
  user_owner: 'owner who is a person (here only teams own)',
  group_hierarchy: 'parent or children of a group (teams have none)',
  unknown_member: 'member of a group who is no member of the organisation',
  subdomain: 'domain that is part of another (domains have no hierarchy)',
  template_steps: 'steps of a template (svc keeps what it asks, not what it runs)',
  template_parameter: 'question of a template whose form svc does not know',
  label: 'label (svc has none)',
  annotation: 'annotation that svc makes nothing of',
  unresolved: 'reference to what is neither in the source nor in svc',
  self_reference: 'reference of an entity to itself',
  limit: 'value that is too long or not of the form that svc allows',
} as const

export type Loss = keyof typeof losses

export interface Note {
  readonly ref: string
  readonly loss: Loss
  /** Which one: the value that was lost, the reference that leads nowhere. */
  readonly what: string
}

export type TakeNote = (ref: string, loss: Loss, what: string) => void
