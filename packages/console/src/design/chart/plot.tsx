import { type KeyboardEvent, type ReactNode, useState } from 'react'
import styles from './plot.module.css'
import type { Domain } from './scale.ts'
import { useWidth } from './use-width.ts'

export interface Tick {
  /** A value on the y axis, or a position from 0 to 1 on the x axis. */
  readonly at: number
  readonly label: string
}

export interface Tip {
  readonly title: string
  readonly lines: readonly { readonly label: string; readonly value: string }[]
}

export interface Frame {
  readonly width: number
  readonly height: number
  x(place: number): number
  y(value: number): number
  /** The index of the point under the cursor. */
  readonly cursor: number | undefined
}

interface PlotProps {
  readonly label: string
  readonly height?: number
  readonly domain: Domain
  readonly yTicks: readonly Tick[]
  readonly xTicks: readonly Tick[]
  /** The position of each point, from 0 to 1, ascending. */
  readonly places: readonly number[]
  tipOf(index: number): Tip
  children(frame: Frame): ReactNode
}

const margin = { top: 10, right: 12, bottom: 24, left: 56 } as const

/**
 * Axes and a cursor for any chart: by mouse, touch and arrow keys, which also announce the values to screen readers.
 */
export function Plot({ label, height = 200, domain, yTicks, xTicks, places, tipOf, children }: PlotProps) {
  const [frameRef, outer] = useWidth()
  const [cursor, setCursor] = useState<number>()
  const width = Math.max(0, outer - margin.left - margin.right)
  const inner = height - margin.top - margin.bottom
  const [low, high] = domain
  const x = (place: number): number => place * width
  const y = (value: number): number => inner - ((value - low) / (high - low || 1)) * inner
  const last = places.length - 1
  const tip = cursor !== undefined && cursor <= last ? tipOf(cursor) : undefined

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextCursor(event.key, cursor ?? last, last)
    if (next === undefined) return
    event.preventDefault()
    setCursor(next)
  }

  return (
    <div
      ref={frameRef}
      className={styles.plot}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={cursor ?? Math.max(0, last)}
      aria-valuetext={last < 0 ? 'No data' : inWords(tip ?? tipOf(last))}
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(undefined)}
      onPointerLeave={() => setCursor(undefined)}
      onPointerMove={({ clientX, currentTarget }) => {
        const left = currentTarget.getBoundingClientRect().left + margin.left
        setCursor(nearest(places, (clientX - left) / width))
      }}
    >
      {width > 0 && (
        <svg className={styles.svg} width={outer} height={height} aria-hidden>
          <g transform={`translate(${margin.left} ${margin.top})`}>
            {yTicks.map(({ at, label: text }) => (
              <g key={at} transform={`translate(0 ${y(at)})`}>
                <line className={styles.grid} x2={width} />
                <text className={styles.tick} x={-8} y={3.5} textAnchor="end">
                  {text}
                </text>
              </g>
            ))}
            {xTicks.map(({ at, label: text }) => (
              <text key={at} className={styles.tick} x={x(at)} y={inner + 17} textAnchor="middle">
                {text}
              </text>
            ))}
            {children({ width, height: inner, x, y, cursor })}
            {cursor !== undefined && (
              <line
                className={styles.cursor}
                x1={x(places[cursor] ?? 0)}
                x2={x(places[cursor] ?? 0)}
                y2={inner}
              />
            )}
          </g>
        </svg>
      )}
      {tip && (
        <div
          className={styles.tip}
          data-side={(places[cursor ?? 0] ?? 0) > 0.5 ? 'left' : 'right'}
          style={{ left: margin.left + x(places[cursor ?? 0] ?? 0) }}
        >
          <p className={styles.tipTitle}>{tip.title}</p>
          {tip.lines.map(({ label: name, value }) => (
            <p key={name} className={styles.tipLine}>
              <span>{name}</span>
              <strong>{value}</strong>
            </p>
          ))}
        </div>
      )}
    </div>
  )
}

const inWords = ({ title, lines }: Tip): string =>
  [title, ...lines.map(({ label, value }) => `${label} ${value}`)].join(', ')

function nextCursor(key: string, at: number, last: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, at - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, at + 1)
  if (key === 'PageDown') return Math.max(0, at - 10)
  if (key === 'PageUp') return Math.min(last, at + 10)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return undefined
}

function nearest(places: readonly number[], place: number): number | undefined {
  let best: number | undefined
  for (const [index, one] of places.entries()) {
    if (best === undefined || Math.abs(one - place) < Math.abs((places[best] ?? 0) - place)) best = index
  }
  return best
}
