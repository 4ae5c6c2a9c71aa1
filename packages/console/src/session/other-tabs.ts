const tabs = new BroadcastChannel('svc.session')

/** Signing in or out in one tab applies to all. */
export const tellOtherTabs = (): void => tabs.postMessage('changed')

export function onOtherTab(run: () => void): () => void {
  tabs.addEventListener('message', run)
  return () => tabs.removeEventListener('message', run)
}
