/** Keeps the screen on while a page referees, where the device lets it. */

export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let wanted = true;

  function release(): void {
    void lock?.release();
    lock = null;
  }

  async function ask(): Promise<void> {
    if (!wanted || !('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
    const got = await navigator.wakeLock.request('screen').catch(() => null);
    // Meanwhile it may have been given up, or another may have come first.
    if (got === null) return;
    if (wanted && lock === null && document.visibilityState === 'visible') lock = got;
    else void got.release();
  }

  function again(): void {
    if (document.visibilityState === 'visible') void ask();
    else release();
  }

  void ask();
  document.addEventListener('visibilitychange', again);
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', again);
    release();
  };
}
