import { useEffect, useRef, useState } from 'react'
import { Skeleton } from '../../../design/skeleton.tsx'
import { CodeBlock } from '../code-block.tsx'
import styles from './diagram-view.module.css'
import { PictureView } from './picture-view.tsx'
import { usePicture } from './use-picture.ts'

/** A diagram, drawn once it comes into view, with the same as text; or its source, and why it is not drawn. */
export function DiagramView({ source }: { readonly source: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useNear(frame)
  const drawn = usePicture(source, isNear)
  if (drawn && 'trouble' in drawn) {
    return (
      <div className={styles.diagram}>
        <p className={styles.trouble}>This diagram is shown as its source. {drawn.trouble}</p>
        <CodeBlock text={source} />
      </div>
    )
  }
  return (
    <div ref={frame} className={styles.diagram}>
      {drawn ? (
        <>
          <PictureView picture={drawn.picture} />
          <details className={styles.text}>
            <summary>As text</summary>
            <ul>
              {drawn.picture.sentences.map((sentence, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are replaced as a whole and have no ids.
                <li key={index}>{sentence}</li>
              ))}
            </ul>
            <CodeBlock text={source} />
          </details>
        </>
      ) : (
        <Skeleton rows={3} />
      )}
    </div>
  )
}

/** Whether the element has come near the part of the page that is in view. */
function useNear(frame: { readonly current: Element | null }): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element || isNear) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, isNear])
  return isNear
}
