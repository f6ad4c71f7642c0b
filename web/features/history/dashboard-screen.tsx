export function DashboardScreen() {
  return <main />
}
