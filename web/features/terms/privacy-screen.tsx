export function PrivacyScreen() {
  return <main />
}
