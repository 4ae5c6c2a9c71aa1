/** A time from one moment until another, in milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The parts of these that lie within another. */
export const within = <S extends Span>(spans: readonly S[], { from, to }: Span): readonly S[] =>
  spans
    .map((span) => ({ ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.from < span.to)

/** What is left of these without the others. */
export const without = <S extends Span>(spans: readonly S[], others: readonly Span[]): readonly S[] =>
  others.reduce<readonly S[]>(
    (left, other) =>
      left.flatMap((span) =>
        [
          { ...span, to: Math.min(span.to, other.from) },
          { ...span, from: Math.max(span.from, other.to) },
        ].filter(({ from, to }) => from < to),
      ),
    spans,
  )
