import { Link } from '@tanstack/react-router'
import { Blocks, Ellipsis, Hash, Link2, Pencil, SquareTerminal, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { shownUrl } from '../session/base-path.ts'
import { Button, buttonClass } from '../design/button.tsx'
import { Menu } from '../design/menu.tsx'
import { tell, tellTrouble } from '../design/toast.tsx'
import { type RecordProps, useAreaParts } from '../values/area-parts.ts'
import { pathOf } from '../values/ref-link.tsx'
import { useMay } from '../api/use-may.ts'
import { asCurl } from './copy/as-curl.ts'
import { asTerraform } from './copy/as-terraform.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { FavouriteButton } from './favourites/favourite-button.tsx'

/** The actions for any record. */
export function RecordActions({ kind, record }: RecordProps) {
  const Own = useAreaParts().actions[kind.name]
  const [isDeleting, setDeleting] = useState(false)
  const mayEdit = useMay(kind, 'update')
  const mayDelete = useMay(kind, 'delete')
  const id = String(record.id)
  const copies = [
    { label: 'Copy as curl', icon: SquareTerminal, text: () => asCurl(kind, id, shownUrl) },
    { label: 'Copy as Terraform', icon: Blocks, text: () => asTerraform(kind, record) },
    { label: 'Copy link', icon: Link2, text: () => window.location.href },
    { label: 'Copy id', icon: Hash, text: () => id },
  ]
  return (
    <>
      <FavouriteButton id={id} />
      {Own && (
        <Suspense>
          <Own kind={kind} record={record} />
        </Suspense>
      )}
      {mayEdit && (
        <Link to={`${pathOf(kind.path, id)}/edit`} className={buttonClass('secondary')}>
          <Pencil aria-hidden />
          Edit
        </Link>
      )}
      <Menu
        trigger={
          <Button square aria-label="More actions" title="More actions">
            <Ellipsis aria-hidden />
          </Button>
        }
        items={[
          ...copies.map(({ label, icon, text }) => ({ label, icon, onSelect: () => void copy(text()) })),
          ...(mayDelete
            ? [{ label: 'Delete…', icon: Trash2, isDangerous: true, onSelect: () => setDeleting(true) }]
            : []),
        ]}
      />
      {isDeleting && <DeleteDialog kind={kind} record={record} onClose={() => setDeleting(false)} />}
    </>
  )
}

const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    tell('Copied')
  } catch {
    tellTrouble('Not copied', 'The browser does not allow this page to write to the clipboard.')
  }
}
