/** Where the models of the great providers answer, and where one logs in to them. */
export const MODEL_HOSTS = {
  anthropic: ['api.anthropic.com', 'console.anthropic.com', 'platform.claude.com', 'claude.ai'],
  openai: ['api.openai.com', 'auth.openai.com', 'chatgpt.com'],
  google: [
    'generativelanguage.googleapis.com',
    'cloudcode-pa.googleapis.com',
    'aiplatform.googleapis.com',
    'oauth2.googleapis.com',
    'accounts.google.com',
  ],
  openrouter: ['openrouter.ai'],
} as const

/**
 * Where package managers find what a project depends on, and the archives they are led to. Places that one can also
 * write to without being known there are left out, and so is GitHub itself.
 */
export const REGISTRY_HOSTS: readonly string[] = [
  'registry.npmjs.org',
  'registry.yarnpkg.com',
  'repo.yarnpkg.com',
  'nodejs.org',
  'jsr.io',
  'npm.jsr.io',
  'deno.land',
  'pypi.org',
  'files.pythonhosted.org',
  'crates.io',
  'index.crates.io',
  'static.crates.io',
  'static.rust-lang.org',
  'proxy.golang.org',
  'sum.golang.org',
  'repo.maven.apache.org',
  'repo1.maven.org',
  'maven.google.com',
  'dl.google.com',
  'plugins.gradle.org',
  'plugins-artifacts.gradle.org',
  'services.gradle.org',
  'downloads.gradle.org',
  'rubygems.org',
  'index.rubygems.org',
  'packagist.org',
  'repo.packagist.org',
  'api.nuget.org',
  'www.nuget.org',
  'codeload.github.com',
  'raw.githubusercontent.com',
  'objects.githubusercontent.com',
  'release-assets.githubusercontent.com',
]
