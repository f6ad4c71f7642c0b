export function TermsScreen() {
  return <main />
}
