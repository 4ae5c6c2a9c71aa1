// Loaded before anything is drawn, so that a chosen scheme never flashes in the other one.
const chosen = localStorage.getItem('svc.theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
