/** A file of the browser's own: it need not stay in the memory of the page. */
const partBytes = 8 * 1024 * 1024

/**
 * Keeps what arrives as a file, and fails if it is cut off. What has arrived is handed to the browser every few
 * megabytes.
 */
export async function fileFrom(
  body: ReadableStream<Uint8Array>,
  type: string,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const parts: Blob[] = []
  let chunks: BlobPart[] = []
  let waiting = 0
  let bytes = 0
  const reader = body.getReader()
  for (;;) {
    const { value, done } = await reader.read().catch((error: unknown) => {
      if (error instanceof Error && error.name === 'AbortError') throw error
      throw new Error('The download was cut off. Try again.')
    })
    if (value) {
      chunks.push(value as Uint8Array<ArrayBuffer>)
      waiting += value.length
      bytes += value.length
      onProgress(bytes)
    }
    if (done || waiting >= partBytes) {
      parts.push(new Blob(chunks))
      chunks = []
      waiting = 0
    }
    if (done) return new Blob(parts, { type })
  }
}

/** As if the browser had downloaded it. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
