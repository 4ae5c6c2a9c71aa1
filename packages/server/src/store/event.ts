export interface Actor {
  readonly type: 'user' | 'key' | 'system'
  readonly id: string | null
  readonly name: string | null
}

/** One entry of the log: audit, activity, change feed and revisions are all read from it. */
export interface Event {
  readonly id: string
  readonly type: string
  readonly at: string
  readonly actor: Actor
  readonly subject: { readonly kind: string; readonly id: string }
  readonly before: unknown
  readonly after: unknown
}

/** An event's position, newest first: its time, then its number in the partition. */
export interface EventPlace {
  readonly at: string
  readonly seq: number
}

export interface LoggedEvent extends EventPlace {
  readonly event: Event
}
