// The form of a new experiment, as a person fills it in.
import { expect, type Page } from '@playwright/test';

type Step = 'Testbed' | 'Variants' | 'Workload' | 'Plan';

interface Length {
  seconds?: number;
  requests?: number;
  connections?: number;
}

export async function openRecipe(page: Page, slug: string, form: 'quick' | 'full', testbed = 'three hosts'): Promise<void> {
  await page.goto(`/new?recipe=${slug}&form=${form}&step=testbed`);
  await page.getByRole('radio', { name: new RegExp(`^${testbed}, `) }).click();
  await expect(page.getByRole('radio', { name: new RegExp(`^${testbed}, `) })).toBeChecked();
}

export async function goTo(page: Page, step: Step): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: step }).click();
  await expect(page).toHaveURL(new RegExp(`step=${step.toLowerCase()}`));
}

/** Unfolds what the step Workload keeps below its first fields. */
export async function openMoreSettings(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: /^More settings/ });
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
}

/** One short trial of each run, without warm-up. */
export async function shorten(page: Page, { seconds, requests, connections }: Length): Promise<void> {
  await goTo(page, 'Workload');
  await fillAll(page, 'Time of a trial', seconds);
  await fillAll(page, 'Requests of a trial', requests);
  await fillAll(page, 'Connections', connections);
  await openMoreSettings(page);
  const fixed = page.getByRole('radiogroup', { name: 'Rounds' }).getByText('Fixed number', { exact: true });
  if (await fixed.count()) await fixed.click(); // a search for a ceiling has no rounds
  const trials = page.getByLabel('Trials of a run');
  if (await trials.count()) await trials.fill('1');
  await page.getByLabel('Warm-up when prepared').fill('0');
  for (const name of ['Profiles', 'System calls']) {
    const diagnostic = page.getByRole('checkbox', { name, exact: true });
    if (await diagnostic.count()) await diagnostic.uncheck(); // they take minutes of their own
  }
}

async function fillAll(page: Page, label: string, value?: number): Promise<void> {
  if (value === undefined) return;
  await expect(page.getByLabel(label, { exact: true }).first()).toBeVisible();
  for (const field of await page.getByLabel(label, { exact: true }).all()) await field.fill(String(value));
}

/** The plan without problems, launched; the address of the experiment's page, on which one is then. */
export async function launch(page: Page): Promise<string> {
  await goTo(page, 'Plan');
  const button = page.getByRole('button', { name: /^Launch/ });
  await expect(page.getByText(/^It starts /)).toBeVisible();
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page).toHaveURL(/\/experiments\/[a-z0-9]{14}$/);
  return page.url();
}

/** What stands in the way of a launch: the list of problems beside the plan. */
export const problems = (page: Page) => page.getByRole('alert').filter({ hasText: /problems? to fix/ });


/** Selects a variant, or a level of a factor, in the list on the left. */
export async function select(page: Page, name: string): Promise<void> {
  await goTo(page, 'Variants');
  // counts of problems and of advice stand behind the name
  const title = page.getByText(new RegExp(`^${escaped(name)}[\\s\\d]*$`));
  await page.locator('#variants button').filter({ has: title }).click();
}

export async function removeKnob(page: Page, knob: string): Promise<void> {
  const menu = page.getByRole('button', { name: `Change or remove ${knob}` });
  await menu.click();
  await page.getByRole('menuitem', { name: `Remove ${knob}` }).click();
  await expect(menu).toHaveCount(0);
}

export async function addKnob(page: Page, words: string, knob = words): Promise<void> {
  await page.getByRole('textbox', { name: 'Find a knob to set' }).fill(words);
  await page.getByRole('option').filter({ hasText: knob }).first().click();
  await expect(page.getByRole('button', { name: `Change or remove ${knob}` })).toBeVisible();
}

/** The field of a knob that stands in the form. */
export const field = (page: Page, knob: string) => page.locator(`input[aria-label="${knob}"]`);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
