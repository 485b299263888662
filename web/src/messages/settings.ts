/** What is said of settings that the host changes. */

export const settings = {
  change: 'Change the settings',
  title: 'How this table is set',
  lead: 'Whoever has a seat sees what changes, and has to say again to be ready.',
  save: 'Set the table',
  askedAgain: 'not ready since the change',
  agree: 'Look at what changed, then say that you are ready.',
  waitsToAgree: (names: string) => `The game waits until ${names} said to be ready for the new settings.`,
};
