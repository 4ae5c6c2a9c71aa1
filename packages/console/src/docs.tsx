import './session/ensure-base-path.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { OwnApiPage } from './areas/specs/own-api/own-api-page.tsx'
import './design/base.css'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <OwnApiPage />
    </StrictMode>,
  )
}
