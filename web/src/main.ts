import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { renewWhenOutdated } from './lib/renew';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app to draw into');

renewWhenOutdated();
mount(App, { target });
