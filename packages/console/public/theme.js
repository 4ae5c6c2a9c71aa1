// Loaded before the first paint, so that the page never flashes in the other theme.
const chosen = localStorage.getItem('svc.theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
