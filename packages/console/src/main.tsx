import './session/enter.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadFirstPage } from './app/router.ts'
import './design/base.css'

// A browser that is off the network may well reach this server, on its own machine or in the same room.
const networkMode = 'always'

const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: false, refetchOnWindowFocus: true, networkMode },
    mutations: { networkMode },
  },
})

loadFirstPage()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        {/* The page's policy allows no style elements; what they would hide, base.css hides. */}
        <CSPProvider disableStyleElements>
          <App />
        </CSPProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}
