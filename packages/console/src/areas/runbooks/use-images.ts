import { imageLimits, type RunbookImage } from '@svc/model'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMode } from '../../session/mode.tsx'

export interface KeptOnes {
  readonly list: readonly RunbookImage[]
  readonly error: Error | null
  /** Answers with what the text then says. */
  keep(file: File): Promise<string>
  remove(id: string): Promise<void>
}

/** The images of a runbook, and how to add to them. */
export function useImages(runbookId: string): KeptOnes {
  const { client, mode } = useMode()
  const queries = useQueryClient()
  const key = [mode, 'runbook-images', runbookId]
  const params = { runbookId }
  const found = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await client.call('listRunbookImages', { params, signal })).images,
  })
  const refresh = () => queries.invalidateQueries({ queryKey: key })
  return {
    list: found.data ?? [],
    error: found.error,
    async keep(file) {
      if (file.size > imageLimits.bytes) throw new Error(tooLarge(file))
      const body = { name: file.name.slice(0, 200), content: await base64Of(file) }
      const image = await client.call('addRunbookImage', { params, body })
      await refresh()
      return referenceTo(image)
    },
    async remove(imageId) {
      await client.call('deleteRunbookImage', { params: { runbookId, imageId } })
      queries.removeQueries({ queryKey: [mode, 'runbook-image', runbookId, imageId] })
      await refresh()
    },
  }
}

const inMb = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`

const tooLarge = ({ size }: File): string =>
  `It has ${inMb(size)}; an image can have up to ${imageLimits.bytes / 1024 ** 2} MB.`

/** Without the signs that would end its description. */
const referenceTo = ({ name, path }: RunbookImage): string =>
  `![${name.replace(/\.\w+$/, '').replace(/[[\]\\]/g, '')}](${path})`

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new Error('It cannot be read.'))
    reader.readAsDataURL(file)
  })
