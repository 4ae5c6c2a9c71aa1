import { classes } from '../../../design/classes.ts'
import styles from './picture-view.module.css'
import type { Box, Picture, Stroke } from './picture.ts'
import { headPath, outlineOf, pathOf } from './outlines.ts'
import { lineHeight } from './text-size.ts'

/** A picture as elements; its texts are text, whatever they contain. */
export const PictureView = ({ picture }: { readonly picture: Picture }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <div className={styles.scroll} tabIndex={0}>
    <svg
      className={styles.picture}
      role="img"
      aria-label={picture.about}
      width={Math.ceil(picture.width)}
      height={Math.ceil(picture.height)}
      viewBox={`0 ${-13} ${Math.ceil(picture.width)} ${Math.ceil(picture.height)}`}
    >
      {picture.behind.map((box, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a picture is replaced as a whole.
        <BoxView key={index} box={box} />
      ))}
      {picture.strokes.map((stroke, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <StrokeView key={index} stroke={stroke} />
      ))}
      {picture.boxes.map((box, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <BoxView key={index} box={box} />
      ))}
    </svg>
  </div>
)

function BoxView({ box }: { readonly box: Box }) {
  const { shape, x, y, width, height, lines } = box
  const isNamedAtTop = shape === 'group' || shape === 'block'
  const middle = isNamedAtTop
    ? y + 6 + lineHeight / 2
    : y + height / 2 - ((lines.length - 1) * lineHeight) / 2
  const isLeft = isNamedAtTop
  return (
    <g>
      <path d={outlineOf(box)} className={classes(styles.box, styles[shape])} />
      {shape === 'end' && (
        <circle cx={x + width / 2} cy={y + height / 2} r={width / 4} className={styles.dot} />
      )}
      <text
        textAnchor={isLeft ? 'start' : 'middle'}
        className={classes(styles.words, isNamedAtTop && styles.soft)}
      >
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids.
          <tspan key={index} x={isLeft ? x + 10 : x + width / 2} y={middle + index * lineHeight + 4.5}>
            {line}
          </tspan>
        ))}
      </text>
    </g>
  )
}

const StrokeView = ({ stroke }: { readonly stroke: Stroke }) => {
  const { line, head, tail, points } = stroke
  return (
    <>
      <path d={pathOf(points)} className={classes(styles.stroke, styles[`line-${line}`])} />
      {head !== 'none' && <path d={headPath(points, head)} className={classes(styles.head, styles[head])} />}
      {tail !== 'none' && (
        <path d={headPath(points.toReversed(), tail)} className={classes(styles.head, styles[tail])} />
      )}
    </>
  )
}
