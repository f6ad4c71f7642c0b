// The theme and the size of the text that were chosen in the settings, before anything is painted.
try {
  const page = document.documentElement
  const theme = localStorage.getItem('mantine-color-scheme-value')
  if (theme === 'light' || theme === 'dark') page.dataset.mantineColorScheme = theme
  const size = localStorage.getItem('text-size')
  if (size === '112' || size === '125' || size === '150') {
    page.style.fontSize = `${size}%`
    page.dataset.textSize = size
  }
} catch (_) {}
