const tabs = new BroadcastChannel('svc.session')

/** Somebody has come in or gone out: what one tab does is so for all. */
export const tellOtherTabs = (): void => tabs.postMessage('changed')

export function onOtherTab(run: () => void): () => void {
  tabs.addEventListener('message', run)
  return () => tabs.removeEventListener('message', run)
}
