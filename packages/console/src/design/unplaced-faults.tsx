import { useLayoutEffect, useRef, useState } from 'react'
import { Note } from './note.tsx'

/** Errors that no control of the form around it shows, so that none is lost. */
export function UnplacedFaults({ faults }: { readonly faults: ReadonlyMap<string, string> }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNeeded, setNeeded] = useState(false)
  useLayoutEffect(() => {
    const shown = place.current?.closest('form')?.querySelector('[aria-invalid="true"]')
    setNeeded(faults.size > 0 && !shown)
  }, [faults])
  return (
    <div ref={place} hidden={!isNeeded}>
      {isNeeded && (
        <Note tone="bad">{[...faults].map(([path, message]) => `${path}: ${message}`).join(' ')}</Note>
      )}
    </div>
  )
}
