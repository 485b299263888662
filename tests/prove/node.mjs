/** Lets Node find the modules of the page, which name each other without their ending. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(name, context, next) {
    try {
      return next(name, context);
    } catch (error) {
      if (!name.startsWith('.')) throw error;
      return next(`${name}.ts`, context);
    }
  },
});
