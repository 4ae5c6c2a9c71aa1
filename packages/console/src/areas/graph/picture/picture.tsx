import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../design/button.tsx'
import {
  bringIntoView,
  type Camera,
  fit,
  isNodeIn,
  keepIn,
  nameableScale,
  type Point,
  readableScale,
  type Size,
  seenArea,
  showAt,
  toWorld,
  zoomAt,
} from './camera.ts'
import type { Tones } from '../colour.ts'
import { type Emphasis, emphasisOn } from './emphasis.ts'
import { FarNodes } from './far-nodes.tsx'
import { Links } from './links.tsx'
import { NodeShape } from './node-shape.tsx'
import styles from './picture.module.css'
import { linkAt, nodeAt, type Scene, type SceneNode, weightOf } from './scene.ts'
import { useCamera } from './use-camera.ts'
import { keyHandler } from './keys.ts'

export interface PictureProps {
  readonly scene: Scene
  readonly tones: Tones
  readonly rootId: string | undefined
  /** A box or a link. */
  readonly selectedId: string | undefined
  readonly isImpact: boolean
  /** What stands out while nothing is selected, such as a path. */
  readonly path: Emphasis | undefined
  onSelect(id: string | undefined): void
  /** A double click, or Enter: starts there, or opens and closes a group. */
  onEnter(id: string): void
  /** Closes the group around a box. */
  onLeave(id: string): void
}

/** The graph itself. The list view shows the same as text. */
export function Picture(props: PictureProps) {
  const { scene, tones, rootId, selectedId, isImpact, path, onSelect, onEnter, onLeave } = props
  const frame = useRef<HTMLDivElement>(null)
  const [hoveredId, setHovered] = useState<string>()
  const hit = (at: Point, now: Camera) => {
    const point = toWorld(now, at)
    return nodeAt(scene, point)?.box.id ?? linkAt(scene, point, 7 / now.scale)?.link.id
  }
  const { camera, screen, setCamera } = useCamera(frame, (at, now) => onSelect(hit(at, now)))

  const isSized = screen !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new graph is shown as a whole; resizing the window moves nothing.
  useEffect(() => {
    if (screen) setCamera(firstView(scene, scene.byId.get(rootId ?? ''), { screen, isImpact }))
  }, [scene, rootId, isSized])

  const area = screen && seenArea(camera, screen)
  const key = area && [area.left, area.top, area.right, area.bottom].map(Math.round).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the area.
  const stableArea = useMemo(() => area, [key])
  const seen = useMemo(
    () => (stableArea ? scene.nodes.filter(({ place }) => isNodeIn(place, stableArea)) : []),
    [scene, stableArea],
  )
  const emphasis = useMemo(
    () => emphasisOn(scene, hoveredId) ?? emphasisOn(scene, selectedId) ?? path,
    [scene, hoveredId, selectedId, path],
  )
  const isFar = camera.scale < readableScale
  const frames = isFar ? [] : seen.filter(({ box }) => box.isOpen)
  const shapeOf = ({ box, place }: SceneNode) => (
    <NodeShape
      key={box.id}
      box={box}
      place={place}
      tone={tones.toneOf(box)}
      isRoot={box.id === rootId}
      isSelected={box.id === selectedId}
      isDimmed={emphasis !== undefined && !box.isOpen && !emphasis.boxes.has(box.id)}
      steps={isImpact ? box.distance : undefined}
    />
  )
  const zoom = (factor: number) =>
    screen && setCamera((now) => zoomAt(now, { x: screen.width / 2, y: screen.height / 2 }, factor))
  const showAll = () => screen && setCamera(fit(scene, screen))
  const select = (id: string | undefined) => {
    onSelect(id)
    const one = id === undefined ? undefined : scene.byId.get(id)
    if (one && screen) setCamera((now) => bringIntoView(now, one.place, screen))
  }

  return (
    <div className={styles.stage}>
      <div
        ref={frame}
        className={styles.frame}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys.
        tabIndex={0}
        aria-label="Dependency graph"
        aria-describedby="graph-keys"
        onKeyDown={keyHandler({
          scene,
          selectedId,
          rootId,
          select,
          onEnter,
          onLeave,
          zoom,
          showAll,
          setCamera,
        })}
        onDoubleClick={({ clientX, clientY, currentTarget }) => {
          const { left, top } = currentTarget.getBoundingClientRect()
          const id = hit({ x: clientX - left, y: clientY - top }, camera)
          if (id && scene.byId.has(id)) onEnter(id)
        }}
        onPointerMove={({ clientX, clientY, currentTarget, buttons }) => {
          if (buttons !== 0) return
          const { left, top } = currentTarget.getBoundingClientRect()
          setHovered(hit({ x: clientX - left, y: clientY - top }, camera))
        }}
        onPointerLeave={() => setHovered(undefined)}
        data-over={hoveredId ? '' : undefined}
      >
        {stableArea && (
          <svg className={styles.svg} aria-hidden>
            <g transform={`translate(${camera.x} ${camera.y}) scale(${camera.scale})`}>
              {frames.map(shapeOf)}
              <Links
                scene={scene}
                area={stableArea}
                emphasis={emphasis}
                isFar={isFar}
                scale={isFar ? camera.scale : 1}
              />
              {isFar ? (
                <FarNodes
                  nodes={seen}
                  scale={camera.scale}
                  rootId={rootId}
                  selectedId={selectedId}
                  hoveredId={hoveredId}
                  isImpact={isImpact}
                  tones={tones}
                />
              ) : (
                seen.filter(({ box }) => !box.isOpen).map(shapeOf)
              )}
            </g>
          </svg>
        )}
      </div>
      <p id="graph-keys" className={styles.hidden}>
        Arrow keys move between boxes, with Shift they pan; plus and minus zoom, 0 shows everything, Enter
        opens or closes a group or starts at the selected service, Backspace closes the group around it,
        Escape clears the selection.
      </p>
      <div className={styles.zoom}>
        <Button square aria-label="Zoom in" title="Zoom in (+)" onClick={() => zoom(1.4)}>
          <ZoomIn aria-hidden />
        </Button>
        <Button square aria-label="Zoom out" title="Zoom out (−)" onClick={() => zoom(1 / 1.4)}>
          <ZoomOut aria-hidden />
        </Button>
        <Button square aria-label="Show all" title="Show all (0)" onClick={showAll}>
          <Maximize aria-hidden />
        </Button>
      </div>
    </div>
  )
}

/** Below this width there is no overview: it would be illegible. */
const overviewWidth = 600

/** Everything; where that would be illegible, the root and its neighbours, or on a phone what is in worst health. */
function firstView(scene: Scene, root: SceneNode | undefined, how: Shown): Camera {
  const whole = fit(scene, how.screen)
  if (whole.scale >= nameableScale) return whole
  const start = root ?? (how.screen.width < overviewWidth ? worstOf(scene) : undefined)
  if (!start) return whole
  // What fails is at the right end, and what is affected to its left.
  return keepIn(showAt(start.place, how.screen, how.isImpact ? 0.84 : 0.5), scene, how.screen)
}

const worstOf = ({ nodes }: Scene): SceneNode | undefined =>
  nodes.reduce<SceneNode | undefined>(
    (worst, one) => (worst && weightOf(worst) >= weightOf(one) ? worst : one),
    undefined,
  )

interface Shown {
  readonly screen: Size
  readonly isImpact: boolean
}
