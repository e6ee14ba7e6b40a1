/** No test may reach a paid model by accident: credentials are gone before the first one starts. */
for (const name of Object.keys(process.env)) {
  if (/(_API_KEY|_TOKEN|_SECRET|_PASSWORD)$/.test(name)) delete process.env[name]
}

/** Vitest calls this once for the whole run; loading the file has done the work already. */
export function setup(): void {}
