/** What an import may have to leave out, as its summary words it. */
export const losses = {
  inline_definition: 'inline definition of an API (svc stores a URL to fetch it from)',
  local_definition: 'definition in a local file (svc stores a URL to fetch it from)',
  api_type: 'type of an API that becomes "other" in svc',
  unknown_lifecycle: 'lifecycle that svc does not know (becomes experimental; a project keeps its own)',
  user_owner: 'owner who is a person (in svc only teams are owners)',
  group_hierarchy: 'parent or children of a group (teams have none)',
  unknown_member: 'member of a group who is not a member of the organisation',
  subdomain: 'parent of a domain (domains have no hierarchy)',
  template_steps: 'steps of a template (svc stores what it asks, not what it runs)',
  template_parameter: 'parameter of a template whose type svc does not know',
  label: 'label (svc has none)',
  annotation: 'annotation that svc does not use',
  unresolved: 'reference to something that is neither in the source nor in svc',
  self_reference: 'reference of an entity to itself',
  limit: 'value that is too long or otherwise invalid in svc',
} as const

export type Loss = keyof typeof losses

export interface Note {
  readonly ref: string
  readonly loss: Loss
  /** Which one: the lost value or the unresolved reference. */
  readonly what: string
}

export type AddNote = (ref: string, loss: Loss, what: string) => void
